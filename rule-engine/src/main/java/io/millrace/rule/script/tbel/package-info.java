// SPDX-License-Identifier: Apache-2.0
/**
 * TBEL by ThingsBoard's own library: the sandbox around the library, compiled scripts, and the translation of their
 * errors.
 */
@NullMarked
package io.millrace.rule.script.tbel;

import org.jspecify.annotations.NullMarked;
