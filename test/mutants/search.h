/* X (search_…, "tests", "what is wrong") */
