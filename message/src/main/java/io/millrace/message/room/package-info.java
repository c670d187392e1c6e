// SPDX-License-Identifier: Apache-2.0
/** Room that tenants share, such that none of them can take it all. */
@NullMarked
package io.millrace.message.room;

import org.jspecify.annotations.NullMarked;
