/** What `completion zsh` prints. */
export const ZSH_SCRIPT = `#compdef loandesk
# Completion of loandesk for zsh. Load it with:  source <(loandesk completion zsh)
# or keep it as _loandesk in a folder of $fpath. What is typed is handed on as it stands and never evaluated.
_loandesk() {
  local line value tab=$'\\t'
  local -a typed values shown
  typed=("\${(@)words[2,CURRENT]}")
  while IFS= read -r line; do
    value=\${line%%$tab*}
    if [[ $value == :files ]]; then
      _files
      return
    fi
    values+=("$value")
    shown+=("$value  -- \${line#*$tab}")
  done < <("\${words[1]}" __complete -- "\${typed[@]}" 2>/dev/null </dev/null)
  (( \${#values} )) || return 1
  # A name may have found ids that do not start with it.
  [[ \${values[1]} == "\${typed[-1]}"* ]] || compstate[insert]=menu
  compadd -U -l -d shown -- "\${values[@]}"
}
if [[ \${funcstack[1]} == _loandesk ]]; then
  _loandesk "$@"
elif (( $+functions[compdef] )); then
  compdef _loandesk loandesk
fi
`;
