/** What `completion zsh` prints. */
export const ZSH_SCRIPT = `#compdef loandesk
# Completion of loandesk for zsh. Load it with:  source <(loandesk completion zsh)
# or keep it as _loandesk in a folder of $fpath. What is typed is handed on as it stands and never evaluated.
_loandesk() {
  local line value says tab=$'\\t'
  local -a typed values shown
  typed=("\${(@)words[2,CURRENT]}")
  while IFS= read -r line; do
    value=\${line%%$tab*}
    if [[ $value == :files ]]; then
      _files
      return
    fi
    values+=("$value")
    says=\${line#*$tab}
    shown+=("$value\${says:+  -- $says}")
  done < <("\${words[1]}" __complete -- "\${typed[@]}" 2>/dev/null </dev/null)
  (( \${#values} )) || return 1
  # A name may have found ids that do not start with it.
  [[ \${values[1]} == "\${typed[-1]}"* ]] || compstate[insert]=menu
  compadd -U -l -d shown -- "\${values[@]}"
}
# The Tab of zsh expands before it completes, and would carry out a $(…) that stands in the word. Where it is bound as
# it comes, a line with loandesk in it is only completed; in other lines, and under bindings of your own, nothing changes.
_loandesk_tab() {
  if [[ $LBUFFER == *loandesk* ]]; then
    zle complete-word
  else
    zle expand-or-complete
  fi
}
if [[ -o zle ]] && (( $+builtins[bindkey] )); then
  zle -N _loandesk_tab
  for _loandesk_keymap in emacs viins; do
    if [[ $(bindkey -M $_loandesk_keymap '^I') == *' expand-or-complete' ]]; then
      bindkey -M $_loandesk_keymap '^I' _loandesk_tab
    fi
  done
  unset _loandesk_keymap
fi
if [[ \${funcstack[1]} == _loandesk ]]; then
  _loandesk "$@"
elif (( $+functions[compdef] )); then
  compdef _loandesk loandesk
fi
`;
