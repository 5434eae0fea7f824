/* X (front_…, "tests", "what is wrong") */
