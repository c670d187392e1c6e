// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.deviceprofile;

/** What the service, not the caller, decides about a profile. */
record DeviceProfileState(boolean isDefault, long version) {}
