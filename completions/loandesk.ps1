# Completion of loandesk for PowerShell. Load it with:  loandesk completion powershell | Out-String | Invoke-Expression
# What is typed is handed on as it stands and never evaluated.
Register-ArgumentCompleter -Native -CommandName loandesk -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $typed = @($commandAst.CommandElements | Select-Object -Skip 1 |
        Where-Object { $_.Extent.EndOffset -lt $cursorPosition } | ForEach-Object { $_.Extent.Text })
    # An empty last word would be dropped by older PowerShells; the line end says it all the same.
    $lines = @(@($typed + @("$wordToComplete")) -join "`n" | & loandesk __complete --lines 2>$null)
    foreach ($line in $lines) {
        $value, $says = $line -split "`t", 2
        if ($value -eq ':files') { return }
        if (-not $says) { $says = $value }
        [System.Management.Automation.CompletionResult]::new($value, $value, 'ParameterValue', $says)
    }
}
