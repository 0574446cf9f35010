/**
 * Stands in for the context that WXT gives each content script. WXT's own loads the whole polyfill into every frame,
 * tells the page the extension's id by an event, and lets the page end the script by sending that event itself.
 */
export class ContentScriptContext {}
