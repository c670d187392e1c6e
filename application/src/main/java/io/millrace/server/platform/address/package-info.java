// SPDX-License-Identifier: Apache-2.0
/** Addresses of clients, as the limits of failed attempts count them. */
@NullMarked
package io.millrace.server.platform.address;

import org.jspecify.annotations.NullMarked;
