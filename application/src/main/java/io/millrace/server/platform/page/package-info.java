// SPDX-License-Identifier: Apache-2.0
/** Pages of lists: the request for a page, its query, and the page itself. */
@NullMarked
package io.millrace.server.platform.page;

import org.jspecify.annotations.NullMarked;
