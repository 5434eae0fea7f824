/* X (store_…, "tests", "what is wrong") */
