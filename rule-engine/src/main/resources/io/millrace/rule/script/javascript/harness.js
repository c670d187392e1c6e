// SPDX-License-Identifier: Apache-2.0
//
// What surrounds a script inside its context: it hands the arguments over, checks what the script returns, and sees
// that nothing is left behind for the next call. Evaluated once per context; yields the function that binds a script.
(function () {
  'use strict';

  const { stringify, parse } = JSON;
  const { isArray } = Array;
  const { ownKeys, getOwnPropertyDescriptor, getPrototypeOf, defineProperty, deleteProperty, isExtensible } = Reflect;
  const { freeze } = Object;
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

  function removeNewGlobals() {
    for (const key of ownKeys(global)) {
      if (!known.has(key) && !deleteProperty(global, key)) {
        tainted = true;
      }
    }
  }

  // "!" begins what is said about a wrong result.
  function describe(value) {
    return value === null ? 'null' : isArray(value) ? 'an array' : typeof value === 'object' ? 'an object'
      : value === undefined ? 'nothing' : 'a ' + typeof value;
  }

  // One label has a sign before it that no array begins with.
  function labelsOf(result) {
    if (typeof result === 'string') {
      return '=' + result;
    }
    if (!isArray(result)) {
      return '!expected a text or an array of texts, got ' + describe(result);
    }
    const all = [];
    for (let i = 0; i < result.length; i++) {
      const label = result[i];
      if (typeof label !== 'string') {
        return '!expected a text as label, got ' + describe(label);
      }
      defineProperty(all, i, { value: label, enumerable: true });
    }
    return stringify(all);
  }

  // What is called for every message is short of function calls, blocks and copies: each costs as much as the script.
  return function (script, needsMetadata, defersWork, reachesGlobal) {
    freeze(script.prototype);
    freeze(script);

    function cleanUp() {
      if (ownKeys(global).length !== globals) {
        removeNewGlobals();
      }
      if (reachesGlobal && (getPrototypeOf(global) !== globalPrototype || !isExtensible(global))) {
        tainted = true;
      }
      if (tainted) {
        throw new TypeError('a script must leave no permanent trace in the global object');
      }
    }

    // Such a script finds what its last call left to the moment after its end; that goes before the next.
    function runDeferring(msg, metadata, type) {
      cleanUp();
      const result = script(msg, metadata, type);
      if (result instanceof OwnPromise) {
        throw new TypeError('expected a result, got a promise');
      }
      return result;
    }

    const run = defersWork ? runDeferring : script;

    // They clean up when functions of the script can run no more: its toJSON, its getters, its proxies.
    return freeze({
      __proto__: null,
      filter: function (msg, metadata, type) {
        const result = run(parse(msg), needsMetadata ? parse(metadata) : undefined, type);
        if (reachesGlobal || ownKeys(global).length !== globals) {
          cleanUp();
        }
        return result === true || result === false ? result : '!expected a boolean, got ' + describe(result);
      },
      labels: function (msg, metadata, type) {
        const text = labelsOf(run(parse(msg), needsMetadata ? parse(metadata) : undefined, type));
        cleanUp();
        return text;
      },
      // undefined where that is no JSON.
      json: function (msg, metadata, type) {
        const text = stringify(run(parse(msg), needsMetadata ? parse(metadata) : undefined, type));
        if (reachesGlobal || ownKeys(global).length !== globals) {
          cleanUp();
        }
        return text;
      },
      text: function (msg, metadata, type) {
        const result = run(parse(msg), needsMetadata ? parse(metadata) : undefined, type);
        cleanUp();
        return typeof result === 'string' ? '=' + result : '!expected a text, got ' + describe(result);
      },
      // Called after an error. Whether a trace is left.
      tainted: function () {
        cleanUp();
        return false;
      },
    });
  };
})()
