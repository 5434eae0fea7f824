/* X (ltl_…, "tests", "what is wrong") */
