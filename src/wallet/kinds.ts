/** What a request asks of a person, lightest first: of several the heaviest counts. `unreadable`: a part was not read, or nothing. */
const ORDER =
  'message sign-in token network deploy contract revoke typed send transfer safe order approve permit approve-all delegate blind sign-in-elsewhere unreadable';
type Words<Text extends string> = Text extends `${infer First} ${infer Rest}` ? First | Words<Rest> : Text;
export type RequestKind = Words<typeof ORDER>;
export const REQUEST_KINDS = ORDER.split(' ') as RequestKind[];
