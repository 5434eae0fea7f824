/* X (simplify_…, "tests", "what is wrong") */
