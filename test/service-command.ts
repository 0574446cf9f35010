import { type ControlEndpoint, runThere } from '../src/service/command/serve/control.ts';

/**
 * Has a running service carry out a command of its command line, without the start of a process for it.
 * @returns what the command printed
 * @throws Error when the service ends before, or the command with another code than 0
 */
export async function commandOf(control: ControlEndpoint, words: readonly string[]): Promise<string> {
  const lines: string[] = [];
  const terminal = {
    folder: process.cwd(),
    print: (line: string) => void lines.push(line),
    progress: { write: (text: string) => void lines.push(text) },
  };
  const code = await runThere(control, words, terminal);
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}: ${lines.join('\n')}`);
  return lines.join('\n');
}
