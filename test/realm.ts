// Files of tests run in realms of their own, to which Node gives one DOMException: an error in none of them unless it is made so.
Object.setPrototypeOf(DOMException.prototype, Error.prototype);
