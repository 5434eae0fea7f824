/* X (report_…, "tests", "what is wrong") */
