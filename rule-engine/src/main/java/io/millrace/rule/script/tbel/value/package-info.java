// SPDX-License-Identifier: Apache-2.0
/**
 * The lists, maps and sets of TBEL scripts, and the account of what a call makes. An operator of a script can print,
 * compare and hash a value without any check by the engine, so these classes bound it themselves.
 */
@NullMarked
package io.millrace.rule.script.tbel.value;

import org.jspecify.annotations.NullMarked;
