"""When a prompt gets a lesson: the gate's weights and bars, fitted and measured by repository."""
