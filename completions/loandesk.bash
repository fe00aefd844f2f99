# Completion of loandesk for bash. Load it with:  source <(loandesk completion bash)
# What is typed is handed on as it stands and never evaluated.
_loandesk() {
  local word glued='' cur value says line tab=$'\t'
  local -a typed=() values=() shown=()
  COMPREPLY=()
  # bash takes words apart at "=" and ":"; they are put together again.
  for word in "${COMP_WORDS[@]:1:COMP_CWORD}"; do
    if ((${#typed[@]})) && [[ $word == [=:] || $glued == [=:] ]]; then
      typed[${#typed[@]}-1]+=$word
    else
      typed+=("$word")
    fi
    glued=$word
  done
  ((${#typed[@]})) || typed=('')
  cur=${typed[${#typed[@]}-1]}
  local before=''
  [[ $cur == *[=:]* ]] && before=${cur%"${cur##*[=:]}"}
  while IFS= read -r line; do
    value=${line%%"$tab"*}
    says=${line#*"$tab"}
    [[ -n $says ]] && says="  ($says)"
    if [[ $value == :files ]]; then
      compopt -o filenames 2>/dev/null
      while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "${cur#"$before"}")
      return
    fi
    [[ -n $before && $value == "$before"* ]] && value=${value#"$before"}
    values+=("$value")
    shown+=("$value$says")
  done < <("${COMP_WORDS[0]}" __complete -- "${typed[@]}" 2>/dev/null </dev/null)
  # Descriptions are for the list; a single value, and one that Tab cycles to, goes into the line.
  if ((${#values[@]} > 1)) && [[ $COMP_TYPE == 63 ]]; then
    COMPREPLY=("${shown[@]}")
  else
    COMPREPLY=("${values[@]}")
    # A name that found several ids stays in the line: without a common start bash replaces nothing.
    ((${#values[@]} > 1)) && [[ ${values[0]} != "${cur#"$before"}"* ]] && COMPREPLY+=(' ')
  fi
}
complete -F _loandesk loandesk
