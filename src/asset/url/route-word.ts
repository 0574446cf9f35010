/**
 * Words of which sites make the addresses below which people publish: `/view/NAME`, `/macros/s/ID`, `/v0/b/BUCKET`. Letters alone are such
 * words too.
 */
const ROUTE_WORD =
  /^(?:[a-z]|v\d|view|views|sites?|users?|profiles?|people|pages?|posts?|files?|folders?|drive|docs?|document|documents|spreadsheets|presentation|drawings|forms?|macros|share|shared|public|open|embed|ipfs|ipns|apps?|groups?|status|watch|shorts|channel|stories|reels?|links?|go|out|redirect|download|get|raw|gh|npm|wp|blob|tree|invite|viewer|exec|team|teams|space|spaces|projects?|collections?|items?|products?|events?|blog|blogs|article|articles|photos?|albums?|videos?|storage|upload|batch|login|signin|account|accounts)$/i;

/** Whether a path is made of such words alone, so that below it lies what others publish; false for `/`. */
export const isRoute = (path: string): boolean =>
  path !== '/' &&
  path
    .slice(1)
    .split('/')
    .every((segment) => ROUTE_WORD.test(segment));
