/** What `completion fish` prints. */
export const FISH_SCRIPT = `# Completion of loandesk for fish. Load it with:  loandesk completion fish | source
# What is typed is handed on as it stands and never evaluated.
function __loandesk_lines
    set -l typed (commandline -xpc 2>/dev/null; or commandline -opc)
    command loandesk __complete -- $typed[2..-1] "$argv[1]" 2>/dev/null </dev/null
end
function __loandesk_complete
    set -l current (commandline -ct)
    # What the Tab below has found by a name already.
    if set -q __loandesk_found
        test -z "$current"; and printf '%s\\n' $__loandesk_found
        set -e __loandesk_found
        return
    end
    for line in (__loandesk_lines "$current")
        if string match -q -- ":files*" "$line"
            __fish_complete_path "$current"
        else
            printf '%s\\n' $line
        end
    end
end
complete -c loandesk -f -a '(__loandesk_complete)'
# fish offers only what looks like the word typed. An id found by a part of a name does not: the name makes room for it.
function __loandesk_tab
    set -l typed (commandline -xpc 2>/dev/null; or commandline -opc)
    set -l current (commandline -ct)
    if test "$typed[1]" = loandesk; and string match -qr '^[^-]' -- "$current"
        set -l lines (__loandesk_lines "$current")
        set -l starts (string lower -- (string sub -l (string length -- "$current") -- $lines))
        if test -n "$lines"; and not string match -q -- ":files*" "$lines[1]"; and not contains -- (string lower -- "$current") $starts
            if test (count $lines) -eq 1
                commandline -rt -- (string split -f 1 \\t -- $lines)' '
                return
            end
            set -g __loandesk_found $lines
            commandline -rt -- ''
        end
    end
    commandline -f complete
end
if status is-interactive
    for mode in default insert
        # Only where Tab does what it does in fish as it comes.
        bind --user -M $mode \\t >/dev/null 2>&1; or bind -M $mode \\t __loandesk_tab
    end
end
`;
