/* X (cli_…, "tests", "what is wrong") */
