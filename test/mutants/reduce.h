/* static reductions */
X (reduce_visibility_ignored, "reduce_ample", "C3: steps that change a visible expression may be in an ample set")
X (reduce_fairness_ignored, "liveness", "ample sets under fairness are those without")
X (reduce_channels_exclusive, "reduce_ample", "every channel has one sender and one receiver")
X (reduce_run_independent, "reduce_ample", "the order in which processes start cannot be seen")
X (reduce_run_reads_free, "reduce_ample", "others may write what is passed to a process that is started (Spin#78)")
X (reduce_remote_ignored, "reduce_ample", "nobody looks at another process's variables and location")
X (reduce_atomic_first_step, "reduce_ample", "an atomic sequence touches what its first step touches")
X (reduce_atomic_stop_unseen, "reduce_ample", "where an atomic sequence stops cannot be seen")
X (reduce_stubborn_waits_free, "search_executions", "what enables a step that waits is not looked for")
X (reduce_stubborn_reads_free, "search_executions", "what an enabled step reads others may write")
X (reduce_stubborn_last_condition, "search_executions", "of a guard the last condition counts, false or not")

/* dynamic reductions */
