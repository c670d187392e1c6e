// SPDX-License-Identifier: Apache-2.0
/** The node that evaluates the alarm rules in the profiles of devices. */
@NullMarked
package io.millrace.rule.node.profile;

import org.jspecify.annotations.NullMarked;
