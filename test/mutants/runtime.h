/* X (runtime_…, "tests", "what is wrong") */
