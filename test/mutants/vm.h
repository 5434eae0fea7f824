/* X (vm_…, "tests", "what is wrong") */
