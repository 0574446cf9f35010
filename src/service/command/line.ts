/** Text of strangers on one line of a terminal, without control characters, at most 300 characters. */
export const oneLine = (text: string): string => text.replace(/[\p{C}\p{Z}]+/gu, ' ').slice(0, 300);
