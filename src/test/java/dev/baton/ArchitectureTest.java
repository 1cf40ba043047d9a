package dev.baton;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.GeneralCodingRules.USE_JAVA_UTIL_LOGGING;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import jakarta.annotation.Resource;
import jakarta.inject.Inject;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.web.bind.annotation.RestController;

/** Rules about the dependencies between packages and about the code. */
@AnalyzeClasses(packages = "dev.baton", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static final ArchRule aLifecycleUsesNoFrameworkAndNoDatabase = noClasses()
            .that()
            .resideInAPackage("dev.baton.lifecycle..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.springframework..", "org.camunda..", "java.sql..", "javax.sql..", "org.h2..");

    @ArchTest
    static final ArchRule onlyTheEnginePackageUsesCamunda = noClasses()
            .that()
            .resideOutsideOfPackage("dev.baton.engine..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.camunda..");

    /** A command that loads Spring or the engine takes seconds to start. */
    @ArchTest
    static final ArchRule theCommandLineToolUsesNoSpringAndNoServerCode = noClasses()
            .that()
            .resideInAPackage("dev.baton.cli..")
            .should()
            .dependOnClassesThat(resideInAPackage("dev.baton..")
                    .and(not(resideInAPackage("dev.baton.cli..").or(resideInAPackage("dev.baton.json..")))))
            .orShould()
            .dependOnClassesThat()
            .resideInAnyPackage("org.springframework..", "org.slf4j..");

    @ArchTest
    static final ArchRule packagesHaveNoCycles =
            slices().matching("dev.baton.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule controllersArePackagePrivate =
            classes().that().areAnnotatedWith(RestController.class).should().bePackagePrivate();

    @ArchTest
    static final ArchRule dependenciesAreInjectedByConstructor = noFields()
            .should()
            .beAnnotatedWith(Autowired.class)
            .orShould()
            .beAnnotatedWith(Value.class)
            .orShould()
            .beAnnotatedWith(Inject.class)
            .orShould()
            .beAnnotatedWith(Resource.class);

    @ArchTest
    static final ArchRule onlyTheFirstStartWritesToTheConsole = noClasses()
            .that()
            .doNotHaveFullyQualifiedName("dev.baton.security.FirstStart")
            .should(ACCESS_STANDARD_STREAMS);

    @ArchTest
    static final ArchRule thereIsOneWayToLog = noClasses().should(USE_JAVA_UTIL_LOGGING);
}
