/** What the help says of the commands that are loaded only when they are meant. */
export const SERVE_SUMMARY = 'Run the service: answer requests until it is told to stop';
export const RESTORE_SUMMARY = 'Bring a backup back into an empty or absent folder';
export const CALL_SUMMARY = 'Call an operation of a service through its web interface, as any client does';
