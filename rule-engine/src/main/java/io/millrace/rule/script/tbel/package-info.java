// SPDX-License-Identifier: Apache-2.0
/**
 * What TBEL scripts find beside the language itself: the functions and classes that ThingsBoard adds to it. Classes and
 * methods are public because the TBEL library calls them by reflection. A script reaches the functions by their names
 * and nothing else of the classes that hold them.
 */
@NullMarked
package io.millrace.rule.script.tbel;

import org.jspecify.annotations.NullMarked;
