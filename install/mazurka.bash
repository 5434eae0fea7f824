# Completion for bash: the options are asked of the command itself.
_mazurka()
{
  local current=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]}
  if [ "$COMP_CWORD" = 1 ]; then
    mapfile -t COMPREPLY < <(compgen -W "$("${COMP_WORDS[0]}" help 2>/dev/null | sed -n 's/^  mazurka \([a-z+]*\) .*/\1/p')" -- "$current")
  elif [[ $current == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$("${COMP_WORDS[0]}" help "$command" 2>/dev/null | grep -o -- '--[a-z][a-z-]*=\?' | sort -u)" -- "$current")
    [[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace
  else
    mapfile -t COMPREPLY < <(compgen -f -- "$current")
  fi
}
complete -o filenames -F _mazurka mazurka
