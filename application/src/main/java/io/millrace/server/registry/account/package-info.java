// SPDX-License-Identifier: Apache-2.0
/** The accounts of tenants' administrators, as the administrators of the installation make and delete them. */
@NullMarked
package io.millrace.server.registry.account;

import org.jspecify.annotations.NullMarked;
