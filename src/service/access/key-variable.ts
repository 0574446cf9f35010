/** Names the person who gives a command, by a key. Not an option: what is typed stands in the list of processes. */
export const KEY_VARIABLE = 'WARY_KEY';
