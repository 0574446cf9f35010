/** Nothing was done. The message is for whoever asked: it says why, and what can be done. */
export class Refused extends Error {
  override readonly name: string = 'Refused';
}
