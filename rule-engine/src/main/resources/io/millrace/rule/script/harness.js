// SPDX-License-Identifier: Apache-2.0
//
// What surrounds a script inside its context: it hands the arguments over, checks what the script returns, and sees
// that nothing is left behind for the next call. Evaluated once per context; yields the function that binds a script.
(function () {
  'use strict';

  const { stringify, parse } = JSON;
  const { isArray } = Array;
  const { ownKeys, getOwnPropertyDescriptor, getPrototypeOf, defineProperty, deleteProperty, isExtensible } = Reflect;
  const { keys, freeze } = Object;
  const global = globalThis;
  const OwnPromise = Promise;

  // Work and clean-up that run later, and what blocks a thread or shares memory, have no place in a call.
  for (const name of ['Promise', 'WeakRef', 'FinalizationRegistry', 'SharedArrayBuffer', 'Atomics', 'WebAssembly']) {
    deleteProperty(global, name);
  }
  // GraalJS keeps what these are given with the key, and symbols in the engine: it would outlive the call.
  for (const name of ['WeakMap', 'WeakSet']) {
    deleteProperty(global, name);
  }
  for (const name of ['for', 'keyFor']) {
    deleteProperty(Symbol, name);
  }
  // Runs later, and has prototypes that no global names and that take long to make.
  deleteProperty(Array, 'fromAsync');
  if (typeof Intl === 'object') {
    deleteProperty(Intl, 'Segmenter');
  }

  // On a frozen prototype an assignment to an object that inherits from it would fail ("error.name = …"). A setter
  // that puts the value on the object itself keeps that working.
  function letOverride(prototype) {
    for (const key of ownKeys(prototype)) {
      const value = getOwnPropertyDescriptor(prototype, key).value;
      if (value === undefined || typeof key === 'symbol') {
        continue;
      }
      defineProperty(prototype, key, {
        get: function () {
          return value;
        },
        set: function (replacement) {
          if (this !== prototype) {
            defineProperty(this, key, { value: replacement, writable: true, enumerable: true, configurable: true });
          }
        },
        enumerable: false,
        configurable: false,
      });
    }
  }

  function freezeAll(open) {
    const seen = new Set();
    while (open.length > 0) {
      const object = open.pop();
      if (object === null || (typeof object !== 'object' && typeof object !== 'function') || seen.has(object)) {
        continue;
      }
      seen.add(object);
      open.push(getPrototypeOf(object));
      for (const key of ownKeys(object)) {
        const property = getOwnPropertyDescriptor(object, key);
        open.push(property.value, property.get, property.set);
        if (object === global && property.configurable) {
          defineProperty(global, key, 'value' in property
            ? { writable: false, configurable: false }
            : { configurable: false });
        }
      }
      if (object !== global) {
        freeze(object);
      }
    }
  }

  for (const type of [Object, Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError,
    AggregateError]) {
    letOverride(type.prototype);
  }
  // Prototypes that no global names.
  const hidden = [
    function* () {}, async function () {}, async function* () {}, [][Symbol.iterator](), ''[Symbol.iterator](),
    new Map()[Symbol.iterator](), new Set()[Symbol.iterator](), 'a'.matchAll(/a/g), [].values().map((x) => x),
    Iterator.from({ next() {} }), (async function* () {})(), (function* () {})(), Int8Array,
    (function () { return arguments; })(),
  ];
  freezeAll([global, ...hidden.map(getPrototypeOf)]);

  const globalPrototype = getPrototypeOf(global);
  const globals = ownKeys(global).length;
  const known = new Set(ownKeys(global));
  let tainted = false;

  function cleanUp() {
    if (ownKeys(global).length !== globals) {
      for (const key of ownKeys(global)) {
        if (!known.has(key) && !deleteProperty(global, key)) {
          tainted = true;
        }
      }
    }
    if (getPrototypeOf(global) !== globalPrototype || !isExtensible(global)) {
      tainted = true;
    }
    if (tainted) {
      throw new TypeError('a script must leave no permanent trace in the global object');
    }
  }

  function describe(value) {
    return value === null ? 'null' : isArray(value) ? 'an array' : typeof value === 'object' ? 'an object'
      : value === undefined ? 'nothing' : 'a ' + typeof value;
  }

  function metadataOf(value, before) {
    const text = stringify(value);
    if (text === undefined || text === 'null' || text === before) {
      return '';
    }
    const plain = parse(text);
    if (typeof plain !== 'object' || isArray(plain)) {
      return '!metadata: expected an object, but got ' + describe(plain);
    }
    const texts = {};
    for (const key of keys(plain)) {
      const one = plain[key];
      if (one === null) {
        continue;
      }
      if (typeof one === 'object') {
        return '!metadata: expected a text or a number as value of "' + key + '", but got ' + describe(one);
      }
      defineProperty(texts, key, { value: '' + one, enumerable: true, configurable: true, writable: true });
    }
    return stringify(texts);
  }

  function typeOf(value) {
    if (value === undefined || value === null || value === '') {
      return '';
    }
    return typeof value === 'object' || typeof value === 'function' || typeof value === 'symbol'
      ? '!msgType: expected a text, but got ' + describe(value)
      : stringify('' + value);
  }

  // One message as three lines: msg, metadata and msgType, each as JSON or empty where it stays as it was.
  function messageOf(one, msg, metadata) {
    if (typeof one !== 'object' || one === null) {
      return '\n\n';
    }
    const text = stringify(one.msg);
    const newMetadata = metadataOf(one.metadata, metadata);
    if (newMetadata !== '' && newMetadata[0] === '!') {
      return newMetadata;
    }
    const newType = typeOf(one.msgType);
    if (newType !== '' && newType[0] === '!') {
      return newType;
    }
    return (text === undefined || text === msg ? '' : text) + '\n' + newMetadata + '\n' + newType;
  }

  function parseMsg(text) {
    try {
      return parse(text);
    } catch (e) {
      throw new TypeError('expected JSON as payload: ' + e.message);
    }
  }

  // A script that defers work finds what its last call left to the moment after its end; that goes before the next.
  return function (script, needsMetadata, defers) {
    freeze(script.prototype);
    freeze(script);

    function run(msg, metadata, type) {
      if (defers) {
        cleanUp();
      }
      try {
        const result = script(parseMsg(msg), needsMetadata ? parse(metadata) : undefined, type);
        if (result instanceof OwnPromise) {
          throw new TypeError('expected a result, but got a promise');
        }
        return result;
      } finally {
        cleanUp();
      }
    }

    // What these return beside a boolean is a text; "!" begins the complaint about a wrong result. The check for
    // left-overs is made once more after functions of the script may have run: its toJSON, its getters, its proxies.
    return freeze({
      __proto__: null,
      filter: function (msg, metadata, type) {
        const result = run(msg, metadata, type);
        return typeof result === 'boolean' ? result : '!expected a boolean, but got ' + describe(result);
      },
      labels: function (msg, metadata, type) {
        const result = run(msg, metadata, type);
        if (typeof result === 'string') {
          return '=' + result;
        }
        if (!isArray(result)) {
          return '!expected a text or an array of texts, but got ' + describe(result);
        }
        try {
          const all = [];
          for (let i = 0; i < result.length; i++) {
            const label = result[i];
            if (typeof label !== 'string') {
              return '!expected a text as label, but got ' + describe(label);
            }
            defineProperty(all, i, { value: label, enumerable: true });
          }
          return stringify(all);
        } finally {
          cleanUp();
        }
      },
      transform: function (msg, metadata, type) {
        const result = run(msg, metadata, type);
        if (typeof result !== 'object' || result === null) {
          return '!expected an object or an array of objects, but got ' + describe(result);
        }
        try {
          if (!isArray(result)) {
            return messageOf(result, msg, needsMetadata ? metadata : undefined);
          }
          if (result.length === 0) {
            return '!expected at least one message, but got an empty array';
          }
          let text = '';
          for (let i = 0; i < result.length; i++) {
            const one = messageOf(result[i], msg, needsMetadata ? metadata : undefined);
            if (one[0] === '!') {
              return one;
            }
            text += i === 0 ? one : '\n' + one;
          }
          return text;
        } finally {
          cleanUp();
        }
      },
      generate: function (msg, metadata, type) {
        const result = run(msg, metadata, type);
        if (typeof result !== 'object' || result === null || isArray(result)) {
          return '!expected an object, but got ' + describe(result);
        }
        try {
          return messageOf(result, msg, needsMetadata ? metadata : undefined);
        } finally {
          cleanUp();
        }
      },
      json: function (msg, metadata, type) {
        const result = run(msg, metadata, type);
        try {
          const text = stringify(result);
          return '=' + (text === undefined ? 'null' : text);
        } finally {
          cleanUp();
        }
      },
      text: function (msg, metadata, type) {
        const result = run(msg, metadata, type);
        return typeof result === 'string' ? '=' + result : '!expected a text, but got ' + describe(result);
      },
      tainted: function () {
        return tainted;
      },
    });
  };
})()
