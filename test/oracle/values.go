package main

import (
	"strconv"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	resourcehelper "k8s.io/component-helpers/resource"
	defaults "k8s.io/kubernetes/pkg/apis/core/v1"
	"k8s.io/kubernetes/pkg/features"
)

// quantityQuestion asks what texts mean as quantities.
type quantityQuestion struct {
	Quantities []string `json:"quantities"`
}

// quantityAnswer is empty but for the error when the text is no quantity.
type quantityAnswer struct {
	Error string `json:"error,omitempty"`
	// Exact is the amount as a plain decimal.
	Exact string `json:"exact,omitempty"`
	// Value and Milli are what the scheduler counts: of memory and of cpu.
	Value string `json:"value,omitempty"`
	Milli string `json:"milli,omitempty"`
}

func quantities(asked *quantityQuestion) []quantityAnswer {
	answers := make([]quantityAnswer, 0, len(asked.Quantities))
	for _, text := range asked.Quantities {
		answers = append(answers, quantity(text))
	}
	return answers
}

func quantity(text string) quantityAnswer {
	parsed, err := resource.ParseQuantity(text)
	if err != nil {
		return quantityAnswer{Error: err.Error()}
	}
	value, milli := parsed.Value(), parsed.MilliValue()
	return quantityAnswer{
		Exact: parsed.AsDec().String(),
		Value: strconv.FormatInt(value, 10),
		Milli: strconv.FormatInt(milli, 10),
	}
}

// selectorQuestion asks which label sets label selectors match.
type selectorQuestion struct {
	Selectors []*metav1.LabelSelector `json:"selectors"`
	Labels    []labels.Set            `json:"labels"`
}

// selectorAnswer has one match per label set, none when the selector is invalid.
type selectorAnswer struct {
	Error   string `json:"error,omitempty"`
	Matches []bool `json:"matches,omitempty"`
}

func selectors(asked *selectorQuestion) []selectorAnswer {
	answers := make([]selectorAnswer, 0, len(asked.Selectors))
	for _, each := range asked.Selectors {
		selector, err := metav1.LabelSelectorAsSelector(each)
		if err != nil {
			answers = append(answers, selectorAnswer{Error: err.Error()})
			continue
		}
		matches := make([]bool, 0, len(asked.Labels))
		for _, set := range asked.Labels {
			matches = append(matches, selector.Matches(set))
		}
		answers = append(answers, selectorAnswer{Matches: matches})
	}
	return answers
}

// requestsQuestion asks what running pods request.
type requestsQuestion struct {
	Running []*v1.Pod `json:"running"`
}

// requestsAnswer is by resource: milli-cores for cpu, whole units for all others, as the scheduler counts them.
type requestsAnswer struct {
	Requests map[v1.ResourceName]int64 `json:"requests"`
}

// requests are those of calculateResource (pkg/scheduler/framework/types.go), after the API server's defaults.
func requests(asked *requestsQuestion) []requestsAnswer {
	options := resourcehelper.PodResourcesOptions{
		UseStatusResources: utilfeature.DefaultFeatureGate.Enabled(features.InPlacePodVerticalScaling),
		InPlacePodLevelResourcesVerticalScalingEnabled: utilfeature.DefaultFeatureGate.Enabled(features.InPlacePodLevelResourcesVerticalScaling),
		SkipPodLevelResources:                          !utilfeature.DefaultFeatureGate.Enabled(features.PodLevelResources),
		UseDRANodeAllocatableResourceClaimStatus:       utilfeature.DefaultFeatureGate.Enabled(features.DRANodeAllocatableResources),
	}
	answers := make([]requestsAnswer, 0, len(asked.Running))
	for _, pod := range asked.Running {
		defaults.SetObjectDefaults_Pod(pod)
		amounts := map[v1.ResourceName]int64{}
		for name, amount := range resourcehelper.PodRequests(pod, options) {
			if name == v1.ResourceCPU {
				amounts[name] = amount.MilliValue()
			} else {
				amounts[name] = amount.Value()
			}
		}
		answers = append(answers, requestsAnswer{amounts})
	}
	return answers
}
