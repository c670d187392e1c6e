// SPDX-License-Identifier: Apache-2.0
/** What an instance does again and again while it runs. */
@NullMarked
package io.millrace.server.platform.periodic;

import org.jspecify.annotations.NullMarked;
