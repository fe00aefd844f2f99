/** What `completion fish` prints. */
export const FISH_SCRIPT = `# Completion of loandesk for fish. Load it with:  loandesk completion fish | source
# What is typed is handed on as it stands and never evaluated.
function __loandesk_complete
    set -l typed (commandline -xpc 2>/dev/null; or commandline -opc)
    set -l current (commandline -ct)
    for line in (command loandesk __complete -- $typed[2..-1] "$current" 2>/dev/null </dev/null)
        if test "$line" = :files
            __fish_complete_path "$current"
        else
            printf '%s\\n' $line
        end
    end
end
complete -c loandesk -f -a '(__loandesk_complete)'
`;
