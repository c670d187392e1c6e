// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.openapi;

import io.millrace.message.id.CustomerId;
import io.millrace.message.id.DeviceId;
import io.millrace.message.id.DeviceProfileId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.RuleNodeId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.UserId;
import io.millrace.server.security.SecurityUser;
import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.info.Info;
import io.swagger.v3.oas.models.info.License;
import io.swagger.v3.oas.models.media.ObjectSchema;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.media.UUIDSchema;
import io.swagger.v3.oas.models.security.SecurityRequirement;
import io.swagger.v3.oas.models.security.SecurityScheme;
import java.util.List;
import org.springdoc.core.utils.SpringDocUtils;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What the description says of the API as a whole, and of types whose JSON differs from their components. */
@Configuration(proxyBeanMethods = false)
class OpenApiConfiguration {

    private static final String BEARER = "bearer";

    private static final List<Class<?>> IDS =
            List.of(
                    TenantId.class,
                    CustomerId.class,
                    UserId.class,
                    DeviceId.class,
                    DeviceProfileId.class,
                    RuleChainId.class,
                    RuleNodeId.class,
                    EntityId.class);

    @Bean
    OpenAPI openApi() {
        IDS.forEach(id -> SpringDocUtils.getConfig().replaceWithSchema(id, idSchema()));
        SpringDocUtils.getConfig().addRequestWrapperToIgnore(SecurityUser.class);
        SecurityScheme bearer =
                new SecurityScheme()
                        .type(SecurityScheme.Type.HTTP)
                        .scheme("bearer")
                        .bearerFormat("JWT")
                        .description("The token that POST /api/auth/login answers with.");
        return new OpenAPI()
                .info(
                        new Info()
                                .title("Millrace")
                                .version("v1")
                                .license(new License().name("Apache-2.0")))
                .components(new Components().addSecuritySchemes(BEARER, bearer))
                .addSecurityItem(new SecurityRequirement().addList(BEARER));
    }

    private static Schema<?> idSchema() {
        return new ObjectSchema()
                .addProperty("entityType", new StringSchema())
                .addProperty("id", new UUIDSchema());
    }
}
