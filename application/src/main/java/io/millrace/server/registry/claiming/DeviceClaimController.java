// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.claiming;

import io.millrace.server.registry.claiming.DeviceClaims.ClaimResponse;
import io.millrace.server.registry.claiming.DeviceClaims.ClaimResult;
import io.millrace.server.web.security.Roles;
import io.millrace.server.web.security.SecurityUser;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** The routes by which users of customers claim devices. */
@RestController
@Tag(name = "device")
class DeviceClaimController {

    private final DeviceClaims claims;

    DeviceClaimController(DeviceClaims claims) {
        this.claims = claims;
    }

    /** @param secretKey null: the empty one */
    record ClaimBody(@Nullable String secretKey) {}

    @PostMapping("/api/customer/device/{deviceName}/claim")
    @Operation(
            operationId = "claimDevice",
            summary = "Claim a device that has asked for it",
            description =
                    "Assigns the device to the customer of the user. 400 with \"FAILURE\" if the device has not asked to be"
                            + " claimed, or too long ago, or the secret is wrong; 400 with \"CLAIMED\" if it belongs to a"
                            + " customer.")
    @ApiResponse(
            responseCode = "200",
            content = @Content(schema = @Schema(implementation = ClaimResult.class)))
    @Roles.CustomerUser
    ResponseEntity<Object> claim(
            @PathVariable String deviceName,
            @RequestBody(required = false) @Nullable ClaimBody body,
            @AuthenticationPrincipal SecurityUser caller) {
        ClaimResult result =
                claims.claim(caller, deviceName, body == null ? null : body.secretKey());
        return result.response() == ClaimResponse.SUCCESS
                ? ResponseEntity.ok(result)
                : ResponseEntity.badRequest().body(result.response());
    }

    @DeleteMapping("/api/customer/device/{deviceName}/claim")
    @Operation(
            operationId = "reClaimDevice",
            summary = "Take a device away from its customer, so that it may be claimed again")
    @Roles.TenantOrCustomer
    void reclaim(@PathVariable String deviceName, @AuthenticationPrincipal SecurityUser caller) {
        claims.reclaim(caller, deviceName);
    }
}
