// SPDX-License-Identifier: Apache-2.0
/**
 * The functions and classes that ThingsBoard adds to the TBEL language. Classes and methods are public because the TBEL
 * library calls them by reflection. Scripts can call the functions by name and can use nothing else of the classes that
 * contain them.
 */
@NullMarked
package io.millrace.rule.script.tbel.function;

import org.jspecify.annotations.NullMarked;
