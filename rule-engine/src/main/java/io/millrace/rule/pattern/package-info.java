// SPDX-License-Identifier: Apache-2.0
/** Regular expressions of tenants, evaluated in linear time. */
@NullMarked
package io.millrace.rule.pattern;

import org.jspecify.annotations.NullMarked;
