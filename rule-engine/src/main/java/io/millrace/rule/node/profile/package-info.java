// SPDX-License-Identifier: Apache-2.0
/** The node that uses the profile of a device. */
@NullMarked
package io.millrace.rule.node.profile;

import org.jspecify.annotations.NullMarked;
