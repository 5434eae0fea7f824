/* X (reduce_…, "tests", "what is wrong") */
