// SPDX-License-Identifier: Apache-2.0
/** Active devices, and the checks that make silent ones inactive. */
@NullMarked
package io.millrace.server.runtime.inactivity;

import org.jspecify.annotations.NullMarked;
