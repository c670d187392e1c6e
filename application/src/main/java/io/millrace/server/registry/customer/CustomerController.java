// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.customer;

import io.millrace.server.platform.page.PageData;
import io.millrace.server.platform.page.PageLink;
import io.millrace.server.registry.action.EntityActions;
import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.api.IdRules;
import io.millrace.server.web.security.EntityAccess;
import io.millrace.server.web.security.Roles;
import io.millrace.server.web.security.SecurityUser;
import io.swagger.v3.oas.annotations.Hidden;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import java.util.UUID;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.http.MediaType;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The routes of customers. */
@RestController
@Tag(name = "customer")
class CustomerController {

    private final EntityAccess access;
    private final CustomerRepository customers;
    private final CustomerService service;
    private final EntityActions actions;

    CustomerController(
            EntityAccess access,
            CustomerRepository customers,
            CustomerService service,
            EntityActions actions) {
        this.access = access;
        this.customers = customers;
        this.service = service;
        this.actions = actions;
    }

    @GetMapping("/api/customer/{customerId}")
    @Operation(
            operationId = "getCustomerById",
            summary = "Get a customer; a user of a customer gets only the own one")
    @Roles.TenantOrCustomer
    Customer get(@PathVariable UUID customerId, @AuthenticationPrincipal SecurityUser caller) {
        return access.require(caller, customers, customerId);
    }

    @GetMapping("/api/customer/{customerId}/shortInfo")
    @Operation(
            operationId = "getShortCustomerInfoById",
            summary = "Get the title of a customer, and whether it is public")
    @Roles.TenantOrCustomer
    CustomerShortInfo shortInfo(
            @PathVariable UUID customerId, @AuthenticationPrincipal SecurityUser caller) {
        Customer customer = access.require(caller, customers, customerId);
        return new CustomerShortInfo(customer.title(), customer.isPublic());
    }

    @GetMapping(path = "/api/customer/{customerId}/title", produces = MediaType.TEXT_PLAIN_VALUE)
    @Operation(operationId = "getCustomerTitleById", summary = "Get the title of a customer")
    @Roles.TenantOrCustomer
    String title(@PathVariable UUID customerId, @AuthenticationPrincipal SecurityUser caller) {
        return access.require(caller, customers, customerId).title();
    }

    @GetMapping(path = "/api/customers", params = "!customerIds")
    @Operation(operationId = "getCustomers", summary = "List customers")
    @Roles.TenantAdmin
    PageData<Customer> list(
            @ParameterObject PageLink link, @AuthenticationPrincipal SecurityUser caller) {
        return customers.list(caller.tenantId(), link);
    }

    @GetMapping("/api/customers/list")
    @Operation(operationId = "getCustomersByIds", summary = "Get those of the customers that exist")
    @Roles.TenantAdmin
    List<Customer> some(
            @RequestParam List<UUID> customerIds, @AuthenticationPrincipal SecurityUser caller) {
        return customers.findAll(caller.tenantId(), IdRules.limited("customerIds", customerIds));
    }

    /** The older form of the look-up, which shares the path of the list. */
    @GetMapping(path = "/api/customers", params = "customerIds")
    @Hidden
    @Roles.TenantAdmin
    List<Customer> someInList(
            @RequestParam List<UUID> customerIds, @AuthenticationPrincipal SecurityUser caller) {
        return some(customerIds, caller);
    }

    @GetMapping("/api/tenant/customers")
    @Operation(operationId = "getTenantCustomer", summary = "Get a customer by its title")
    @Roles.TenantAdmin
    Customer byTitle(
            @RequestParam String customerTitle, @AuthenticationPrincipal SecurityUser caller) {
        return customers
                .findByName(caller.tenantId(), customerTitle)
                .orElseThrow(() ->
                        ApiException.notFound(
                                "Customer with title '%s' is not found".formatted(customerTitle)));
    }

    @PostMapping("/api/customer")
    @Operation(operationId = "saveCustomer", summary = "Add a customer, or change one")
    @Roles.TenantAdmin
    Customer save(@RequestBody CustomerRequest body, @AuthenticationPrincipal SecurityUser caller) {
        CustomerContent content = body.content();
        if (body.id() == null) {
            Customer created = service.create(caller.tenantId(), content);
            actions.created(caller, created, created);
            return created;
        }
        Customer stored = access.require(caller, customers, body.id().id());
        Customer changed = service.change(stored, content, body.version());
        actions.updated(caller, changed, changed);
        return changed;
    }

    @DeleteMapping("/api/customer/{customerId}")
    @Operation(
            operationId = "deleteCustomer",
            summary = "Delete a customer",
            description = "Its users are deleted; its devices and assets stay and are unassigned.")
    @Roles.TenantAdmin
    void delete(@PathVariable UUID customerId, @AuthenticationPrincipal SecurityUser caller) {
        Customer customer = access.require(caller, customers, customerId);
        Runnable tell = actions.deletion(caller, customer, customer);
        service.delete(caller, customer);
        tell.run();
    }
}
