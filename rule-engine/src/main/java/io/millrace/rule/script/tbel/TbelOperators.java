// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.tbel;

/**
 * The operators of a script whose cost no check of the engine bounds. The values that the script reads are bounded in
 * their place.
 *
 * @param power whether it has {@code **}, which is exact for large integers
 * @param contains whether it has {@code contains}, which compares two texts at each position
 */
record TbelOperators(boolean power, boolean contains) {}
