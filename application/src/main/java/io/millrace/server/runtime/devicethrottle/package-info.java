// SPDX-License-Identifier: Apache-2.0
/** Limits how many credentials of devices one address can guess; every transport uses it. */
@NullMarked
package io.millrace.server.runtime.devicethrottle;

import org.jspecify.annotations.NullMarked;
