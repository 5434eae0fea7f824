# Completion for fish: the options are asked of the command itself.
complete -c mazurka -n '__fish_use_subcommand' -a "(mazurka help 2>/dev/null | string match -rg '^  mazurka ([a-z+]+) ')"
complete -c mazurka -n 'not __fish_use_subcommand' -a "(mazurka help (commandline -opc)[2] 2>/dev/null | string match -rag '(--[a-z][a-z-]*)')"
