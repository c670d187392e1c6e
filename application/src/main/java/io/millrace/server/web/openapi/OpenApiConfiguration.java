// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.openapi;

import io.millrace.message.id.AlarmId;
import io.millrace.message.id.AssetId;
import io.millrace.message.id.AssetProfileId;
import io.millrace.message.id.CustomerId;
import io.millrace.message.id.DeviceId;
import io.millrace.message.id.DeviceProfileId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityViewId;
import io.millrace.message.id.QueueId;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.RuleNodeId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TenantProfileId;
import io.millrace.message.id.UserId;
import io.millrace.server.web.security.SecurityUser;
import io.swagger.v3.core.jackson.ModelResolver;
import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.info.Info;
import io.swagger.v3.oas.models.info.License;
import io.swagger.v3.oas.models.media.ObjectSchema;
import io.swagger.v3.oas.models.security.SecurityRequirement;
import io.swagger.v3.oas.models.security.SecurityScheme;
import java.util.Set;
import java.util.stream.Stream;
import org.springdoc.core.properties.SwaggerUiConfigProperties;
import org.springdoc.core.properties.SwaggerUiOAuthProperties;
import org.springdoc.core.providers.ObjectMapperProvider;
import org.springdoc.core.utils.SpringDocUtils;
import org.springdoc.webmvc.ui.SwaggerIndexPageTransformer;
import org.springdoc.webmvc.ui.SwaggerIndexTransformer;
import org.springdoc.webmvc.ui.SwaggerWelcomeCommon;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.DependsOn;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import tools.jackson.databind.node.ObjectNode;

/**
 * Configures the OpenAPI description: the API as a whole, and the types whose JSON differs from their record
 * components.
 */
@Configuration(proxyBeanMethods = false)
class OpenApiConfiguration {

    private static final String BEARER = "bearer";

    private static final Set<Class<?>> IDS =
            Set.of(
                    TenantId.class,
                    TenantProfileId.class,
                    CustomerId.class,
                    UserId.class,
                    DeviceId.class,
                    DeviceProfileId.class,
                    AssetId.class,
                    AssetProfileId.class,
                    EntityViewId.class,
                    AlarmId.class,
                    RuleChainId.class,
                    RuleNodeId.class,
                    QueueId.class,
                    EntityId.class);

    /**
     * Makes the beans of springdoc lazy: they load thousands of classes, so they are created on the first request for
     * the description.
     */
    @Bean
    static BeanFactoryPostProcessor descriptionOnDemand() {
        return beans ->
                Stream.of(beans.getBeanDefinitionNames())
                        .map(beans::getBeanDefinition)
                        .filter(OpenApiConfiguration::isOfSpringDoc)
                        .forEach(bean -> bean.setLazyInit(true));
    }

    private static boolean isOfSpringDoc(BeanDefinition bean) {
        return Stream.of(bean.getBeanClassName(), bean.getFactoryBeanName())
                .anyMatch(name -> name != null && name.startsWith("org.springdoc."));
    }

    /** Creates the transformer of Swagger's page without its object mapper, which is loaded on the first request. */
    @Bean
    SwaggerIndexTransformer swaggerPage(
            SwaggerUiConfigProperties ui,
            SwaggerUiOAuthProperties oauth,
            SwaggerWelcomeCommon welcome,
            ObjectProvider<ObjectMapperProvider> mappers) {
        return (request, page, next) ->
                new SwaggerIndexPageTransformer(ui, oauth, welcome, mappers.getObject())
                        .transform(request, page, next);
    }

    @Bean
    @Lazy
    @DependsOn("modelConverterRegistrar")
    OpenAPI openApi() {
        SpringDocUtils types = SpringDocUtils.getConfig();
        types.replaceWithSchema(ObjectNode.class, new ObjectSchema().additionalProperties(true));
        types.addRequestWrapperToIgnore(SecurityUser.class);
        SecurityScheme bearer =
                new SecurityScheme()
                        .type(SecurityScheme.Type.HTTP)
                        .scheme("bearer")
                        .bearerFormat("JWT")
                        .description("The access token that POST /api/auth/login returns.");
        Components components = new Components().addSecuritySchemes(BEARER, bearer);
        CommonSchemas.addTo(components);
        ErrorAnswers.addTo(components);
        return new OpenAPI()
                .info(
                        new Info()
                                .title("Millrace")
                                .version("v1")
                                .license(new License().name("Apache-2.0").identifier("Apache-2.0")))
                .components(components)
                .addSecurityItem(new SecurityRequirement().addList(BEARER));
    }

    /** Replaces the resolver of springdoc by one that knows the names of schemas. */
    @Bean
    @Lazy
    @Order(Ordered.HIGHEST_PRECEDENCE)
    ModelResolver modelResolver(ObjectMapperProvider mappers) {
        ModelResolver.enumsAsRef = true;
        return new ModelResolver(mappers.jsonMapper(), new SchemaNames()).openapi31(true);
    }

    /** The first of the converters, because springdoc asks the last one first. */
    @Bean
    @Lazy
    @Order(Ordered.LOWEST_PRECEDENCE)
    RecordSchemas recordSchemas() {
        return new RecordSchemas(IDS);
    }

    @Bean
    @Lazy
    AnyJson anyJson() {
        return new AnyJson();
    }

    @Bean
    @Lazy
    ErrorAnswers errorAnswers() {
        return new ErrorAnswers();
    }
}
