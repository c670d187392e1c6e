// SPDX-License-Identifier: Apache-2.0

/** A function that scripts can call. */
export interface ScriptFunction {
  readonly name: string;
  /** Those in brackets may be left out. */
  readonly parameters: string;
  readonly description?: string;
}

/** The helper functions of TBEL. */
export const TBEL_FUNCTIONS: readonly ScriptFunction[] = [
  {
    name: 'atob',
    parameters: 'base64',
    description: 'Returns the UTF-8 string that is given in Base64.',
  },
  {
    name: 'base64ToBytes',
    parameters: 'base64',
    description: 'Returns an array of the bytes that are given in Base64.',
  },
  {
    name: 'base64ToBytesList',
    parameters: 'base64',
    description: 'Returns a list of the bytes that are given in Base64.',
  },
  {
    name: 'base64ToHex',
    parameters: 'base64',
    description: 'Returns the hexadecimal digits of bytes that are given in Base64.',
  },
  { name: 'btoa', parameters: 'text', description: 'Returns the Base64 of a string in UTF-8.' },
  {
    name: 'bytesToBase64',
    parameters: 'bytes',
    description: 'Returns the Base64 of an array or a list of bytes.',
  },
  {
    name: 'bytesToExecutionArrayList',
    parameters: 'bytes',
    description: 'Returns a list of an array’s bytes.',
  },
  {
    name: 'bytesToHex',
    parameters: 'bytes',
    description: 'Returns the upper-case hexadecimal digits of bytes.',
  },
  {
    name: 'bytesToString',
    parameters: 'bytes[, charset]',
    description: 'Returns the string of bytes in UTF-8.',
  },
  {
    name: 'decodeToJson',
    parameters: 'textOrBytes',
    description: 'Parses a JSON text, or the bytes of one in UTF-8.',
  },
  {
    name: 'decodeToString',
    parameters: 'bytes',
    description: 'Returns the string of bytes in UTF-8.',
  },
  {
    name: 'decodeURI',
    parameters: 'uri',
    description: 'Decodes the escapes of an address, except those of reserved characters.',
  },
  {
    name: 'doubleToHex',
    parameters: 'number[, bigEndian]',
    description: 'Returns the 64 IEEE 754 bits of a number in hexadecimal digits.',
  },
  {
    name: 'encodeURI',
    parameters: 'uri',
    description: 'Escapes the characters that an address must not have.',
  },
  {
    name: 'floatToHex',
    parameters: 'number[, bigEndian]',
    description: 'Returns the IEEE 754 bits of a number in hexadecimal digits.',
  },
  {
    name: 'hexToBase64',
    parameters: 'hex',
    description: 'Returns the Base64 of bytes that are given in hexadecimal digits.',
  },
  {
    name: 'hexToBytes',
    parameters: 'hex',
    description: 'Returns a list of the bytes of hexadecimal digits, each from −128 to 127.',
  },
  {
    name: 'hexToBytesArray',
    parameters: 'hex',
    description: 'Returns an array of the bytes of an even number of hexadecimal digits.',
  },
  {
    name: 'intLongToRadixString',
    parameters: 'number[, radix, bigEndian, prefix]',
    description: 'Formats an integer in this radix.',
  },
  {
    name: 'intToHex',
    parameters: 'number[, bigEndian, prefix, length]',
    description: 'Returns the hexadecimal digits of an integer.',
  },
  {
    name: 'isArray',
    parameters: 'value',
    description: 'True for a Java array; a literal in brackets is a list.',
  },
  {
    name: 'isBinary',
    parameters: 'text',
    description: '2 if the text has only binary digits, else −1.',
  },
  {
    name: 'isDecimal',
    parameters: 'text',
    description: '10 if the text is a decimal number, else −1.',
  },
  {
    name: 'isHexadecimal',
    parameters: 'text',
    description: '16 if the text is a hexadecimal number, else −1.',
  },
  {
    name: 'isInsideCircle',
    parameters: 'latitude, longitude, perimeter',
    description:
      'True if the position is inside a circle, given as JSON with latitude, longitude, radius and radiusUnit.',
  },
  {
    name: 'isInsidePolygon',
    parameters: 'latitude, longitude, perimeter',
    description:
      'True if the position is inside a polygon, given as JSON with a list of [latitude, longitude].',
  },
  { name: 'isList', parameters: 'value', description: 'True for a list.' },
  { name: 'isMap', parameters: 'value', description: 'True for a map, such as an object of JSON.' },
  { name: 'isNaN', parameters: 'value', description: 'True if the value is not a number.' },
  {
    name: 'isOctal',
    parameters: 'text',
    description: '8 if the text has only octal digits, else −1.',
  },
  { name: 'isSet', parameters: 'value', description: 'True for a set.' },
  {
    name: 'longToHex',
    parameters: 'number[, bigEndian, prefix, length]',
    description: 'Returns the hexadecimal digits of a 64-bit integer.',
  },
  { name: 'newSet', parameters: '', description: 'Returns an empty set.' },
  {
    name: 'padEnd',
    parameters: 'text, length, pad',
    description: 'Pads the text at its end with copies of another up to the given length.',
  },
  {
    name: 'padStart',
    parameters: 'text, length, pad',
    description: 'Pads the text at its start with copies of another up to the given length.',
  },
  { name: 'parseBigEndianHexToDouble', parameters: 'hex' },
  { name: 'parseBigEndianHexToFloat', parameters: 'hex' },
  { name: 'parseBigEndianHexToInt', parameters: 'hex' },
  { name: 'parseBigEndianHexToLong', parameters: 'hex' },
  {
    name: 'parseBinaryArrayToInt',
    parameters: 'bits[, offset, length]',
    description: 'Returns the number that some of the bits represent.',
  },
  {
    name: 'parseBytesIntToFloat',
    parameters: 'bytes[, offset, length, bigEndian]',
    description: 'Returns the bytes as an unsigned integer.',
  },
  {
    name: 'parseBytesLongToDouble',
    parameters: 'bytes[, offset, length, bigEndian]',
    description: 'Returns the bytes as an unsigned integer.',
  },
  {
    name: 'parseBytesToBinaryArray',
    parameters: 'bytes[, length]',
    description: 'Returns all bits of at most eight bytes.',
  },
  {
    name: 'parseBytesToDouble',
    parameters: 'bytes[, offset, length, bigEndian]',
    description: 'Returns the number with these IEEE 754 bits.',
  },
  {
    name: 'parseBytesToFloat',
    parameters: 'bytes[, offset, length, bigEndian]',
    description: 'Returns the number with these IEEE 754 bits.',
  },
  {
    name: 'parseBytesToInt',
    parameters: 'bytes[, offset, length, bigEndian]',
    description: 'Returns the integer that the bytes represent.',
  },
  {
    name: 'parseBytesToLong',
    parameters: 'bytes[, offset, length, bigEndian]',
    description: 'Returns the 64-bit integer that the bytes represent.',
  },
  {
    name: 'parseByteToBinaryArray',
    parameters: 'value[, length, bigEndian]',
    description: 'Returns the eight bits of a byte, highest first.',
  },
  {
    name: 'parseDouble',
    parameters: 'text',
    description: 'Reads a decimal number, or hexadecimal IEEE 754 bits.',
  },
  {
    name: 'parseFloat',
    parameters: 'text[, radix]',
    description: 'Reads a decimal number; with radix 16, IEEE 754 bits.',
  },
  {
    name: 'parseHexIntLongToFloat',
    parameters: 'hex, bigEndian',
    description: 'Returns the integer of the digits as a floating-point number: 0A is 10.',
  },
  {
    name: 'parseHexToDouble',
    parameters: 'hex[, bigEndian]',
    description: 'Returns the number with these IEEE 754 bits.',
  },
  {
    name: 'parseHexToFloat',
    parameters: 'hex[, bigEndian]',
    description: 'Returns the number with these IEEE 754 bits.',
  },
  { name: 'parseHexToInt', parameters: 'hex[, bigEndian]' },
  { name: 'parseHexToLong', parameters: 'hex[, bigEndian]' },
  {
    name: 'parseInt',
    parameters: 'text[, radix]',
    description: 'Reads an integer in radix 2, 8, 10, 16 or 25 to 36.',
  },
  { name: 'parseLittleEndianHexToDouble', parameters: 'hex' },
  { name: 'parseLittleEndianHexToFloat', parameters: 'hex' },
  { name: 'parseLittleEndianHexToInt', parameters: 'hex' },
  { name: 'parseLittleEndianHexToLong', parameters: 'hex' },
  {
    name: 'parseLong',
    parameters: 'text[, radix]',
    description: 'Reads a 64-bit integer in radix 2, 8, 10, 16 or 25 to 36.',
  },
  {
    name: 'parseLongToBinaryArray',
    parameters: 'value[, length]',
    description: 'Returns the lowest bits of a number.',
  },
  {
    name: 'printUnsignedBytes',
    parameters: 'bytes',
    description: 'Returns the bytes as integers from 0 to 255.',
  },
  { name: 'raiseError', parameters: 'text', description: 'Ends the script with this error.' },
  {
    name: 'stringToBytes',
    parameters: 'text[, charset]',
    description: 'Returns the string in UTF-8.',
  },
  {
    name: 'toFixed',
    parameters: 'value, precision',
    description: 'Rounds half up to this number of decimals.',
  },
  {
    name: 'toFlatMap',
    parameters: 'map[, excluded, pathInKey]',
    description:
      'Returns one map of all values that are not collections; its keys are paths, such as a.b.0.',
  },
  { name: 'toInt', parameters: 'value', description: 'Returns the number rounded half up.' },
  {
    name: 'toSet',
    parameters: 'list',
    description: 'Returns the elements of a list, each once, in their order.',
  },
  { name: 'JSON.parse', parameters: 'text', description: 'Reads a JSON text.' },
  { name: 'JSON.stringify', parameters: 'value', description: 'Writes a value as JSON.' },
  { name: 'Math.abs', parameters: 'x' },
  { name: 'Math.ceil', parameters: 'x' },
  { name: 'Math.floor', parameters: 'x' },
  { name: 'Math.max', parameters: 'a, b' },
  { name: 'Math.min', parameters: 'a, b' },
  { name: 'Math.pow', parameters: 'x, y' },
  { name: 'Math.round', parameters: 'x' },
  { name: 'Math.sqrt', parameters: 'x' },
];

/** Functions of JavaScript that rule chains often use; there are many more. */
export const JS_FUNCTIONS: readonly ScriptFunction[] = [
  { name: 'Array.isArray', parameters: 'value' },
  { name: 'isNaN', parameters: 'value' },
  { name: 'JSON.parse', parameters: 'text' },
  { name: 'JSON.stringify', parameters: 'value' },
  { name: 'Math.abs', parameters: 'x' },
  { name: 'Math.ceil', parameters: 'x' },
  { name: 'Math.floor', parameters: 'x' },
  { name: 'Math.max', parameters: '...values' },
  { name: 'Math.min', parameters: '...values' },
  { name: 'Math.pow', parameters: 'x, y' },
  { name: 'Math.round', parameters: 'x' },
  { name: 'Math.sqrt', parameters: 'x' },
  { name: 'Number', parameters: 'value' },
  { name: 'Number.isFinite', parameters: 'value' },
  { name: 'Number.isInteger', parameters: 'value' },
  { name: 'Object.entries', parameters: 'object' },
  { name: 'Object.keys', parameters: 'object' },
  { name: 'Object.values', parameters: 'object' },
  { name: 'parseFloat', parameters: 'text' },
  { name: 'parseInt', parameters: 'text[, radix]' },
  { name: 'String', parameters: 'value' },
  { name: 'String.fromCharCode', parameters: '...codes' },
];
