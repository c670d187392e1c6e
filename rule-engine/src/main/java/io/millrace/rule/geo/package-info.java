// SPDX-License-Identifier: Apache-2.0
/** Places on earth and the areas around them, as nodes and scripts compare them. */
@NullMarked
package io.millrace.rule.geo;

import org.jspecify.annotations.NullMarked;
