package main

import (
	"context"
	"fmt"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/tools/cache"
	fwk "k8s.io/kube-scheduler/framework"
	defaults "k8s.io/kubernetes/pkg/apis/core/v1"
	"k8s.io/kubernetes/pkg/scheduler/apis/config"
	"k8s.io/kubernetes/pkg/scheduler/apis/config/latest"
	schedulercache "k8s.io/kubernetes/pkg/scheduler/backend/cache"
	"k8s.io/kubernetes/pkg/scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/framework/plugins/defaultbinder"
	"k8s.io/kubernetes/pkg/scheduler/framework/plugins/feature"
	"k8s.io/kubernetes/pkg/scheduler/framework/plugins/interpodaffinity"
	"k8s.io/kubernetes/pkg/scheduler/framework/plugins/nodeaffinity"
	"k8s.io/kubernetes/pkg/scheduler/framework/plugins/nodename"
	"k8s.io/kubernetes/pkg/scheduler/framework/plugins/nodeports"
	"k8s.io/kubernetes/pkg/scheduler/framework/plugins/noderesources"
	"k8s.io/kubernetes/pkg/scheduler/framework/plugins/nodeunschedulable"
	"k8s.io/kubernetes/pkg/scheduler/framework/plugins/podtopologyspread"
	"k8s.io/kubernetes/pkg/scheduler/framework/plugins/queuesort"
	"k8s.io/kubernetes/pkg/scheduler/framework/plugins/tainttoleration"
	frameworkruntime "k8s.io/kubernetes/pkg/scheduler/framework/runtime"
	"k8s.io/kubernetes/pkg/scheduler/metrics"
)

// scheduleQuestion asks of several states of one cluster whether a pod may be scheduled on a node.
type scheduleQuestion struct {
	Nodes      []*v1.Node      `json:"nodes"`
	Namespaces []*v1.Namespace `json:"namespaces"`
	// Pods without nodeName: copies of them run in the states.
	Pods   []*v1.Pod `json:"pods"`
	States []state   `json:"states"`
}

type state struct {
	// Copies that run, each as [position in Pods, position in Nodes].
	Copies [][2]int `json:"copies"`
	// Pod and Node are the positions of the pod that comes and of the node asked for.
	Pod  int `json:"pod"`
	Node int `json:"node"`
}

// verdict says which plugins refuse the pod.
type verdict struct {
	// First is the plugin that the scheduler names; empty when the node is feasible.
	First string `json:"first"`
	// All plugins that refuse when asked alone, in the scheduler's order, with their messages.
	All      []string `json:"all"`
	Messages []string `json:"messages"`
}

// scheduler is the framework of kube-scheduler with its default profile, reduced to the plugins that Restow models.
type scheduler struct {
	framework  framework.Framework
	plugins    []fwk.Plugin
	lister     *currentSnapshot
	namespaces cache.Indexer
}

// currentSnapshot is the shared lister of all questions: plugins read it when they are asked.
type currentSnapshot struct{ *schedulercache.Snapshot }

func newScheduler() (*scheduler, error) {
	ctx := context.Background()
	made := map[string]fwk.Plugin{}
	features := feature.NewSchedulerFeaturesFromGates(utilfeature.DefaultFeatureGate)
	registry := frameworkruntime.Registry{queuesort.Name: queuesort.New, defaultbinder.Name: defaultbinder.New}
	modelled := frameworkruntime.Registry{
		nodeunschedulable.Name: frameworkruntime.FactoryAdapter(features, nodeunschedulable.New),
		nodename.Name:          frameworkruntime.FactoryAdapter(features, nodename.New),
		tainttoleration.Name:   frameworkruntime.FactoryAdapter(features, tainttoleration.New),
		nodeaffinity.Name:      frameworkruntime.FactoryAdapter(features, nodeaffinity.New),
		nodeports.Name:         frameworkruntime.FactoryAdapter(features, nodeports.New),
		noderesources.Name:     frameworkruntime.FactoryAdapter(features, noderesources.NewFit),
		podtopologyspread.Name: frameworkruntime.FactoryAdapter(features, podtopologyspread.New),
		interpodaffinity.Name:  frameworkruntime.FactoryAdapter(features, interpodaffinity.New),
	}
	for name, factory := range modelled {
		registry[name] = func(ctx context.Context, args runtime.Object, handle fwk.Handle) (fwk.Plugin, error) {
			plugin, err := factory(ctx, args, handle)
			made[name] = plugin
			return plugin, err
		}
	}
	profile, err := defaultProfile(registry)
	if err != nil {
		return nil, err
	}
	metrics.Register()
	lister := &currentSnapshot{schedulercache.NewEmptySnapshot()}
	factory := informers.NewSharedInformerFactory(nil, 0)
	built, err := frameworkruntime.NewFramework(ctx, registry, profile,
		frameworkruntime.WithSnapshotSharedLister(lister),
		frameworkruntime.WithInformerFactory(factory),
		frameworkruntime.WithParallelism(1))
	if err != nil {
		return nil, err
	}
	s := &scheduler{
		framework:  built,
		lister:     lister,
		namespaces: factory.Core().V1().Namespaces().Informer().GetIndexer(),
	}
	for _, enabled := range profile.Plugins.MultiPoint.Enabled {
		if plugin, ok := made[enabled.Name]; ok {
			s.plugins = append(s.plugins, plugin)
		}
	}
	return s, nil
}

// defaultProfile is the profile of a kube-scheduler that nobody has configured, without the plugins that the registry lacks.
func defaultProfile(registry frameworkruntime.Registry) (*config.KubeSchedulerProfile, error) {
	configuration, err := latest.Default()
	if err != nil {
		return nil, err
	}
	profile := configuration.Profiles[0]
	var enabled []config.Plugin
	for _, plugin := range profile.Plugins.MultiPoint.Enabled {
		if _, ok := registry[plugin.Name]; ok {
			enabled = append(enabled, plugin)
		}
	}
	if len(enabled) != len(registry) {
		return nil, fmt.Errorf("%d of %d plugins are enabled by default", len(enabled), len(registry))
	}
	profile.Plugins.MultiPoint.Enabled = enabled
	return &profile, nil
}

func (s *scheduler) schedule(asked *scheduleQuestion) ([]verdict, error) {
	var namespaces []any
	for _, namespace := range asked.Namespaces {
		namespaces = append(namespaces, namespace)
	}
	if err := s.namespaces.Replace(namespaces, ""); err != nil {
		return nil, err
	}
	for _, pod := range asked.Pods {
		defaults.SetObjectDefaults_Pod(pod)
	}
	for _, node := range asked.Nodes {
		defaults.SetObjectDefaults_Node(node)
	}
	verdicts := make([]verdict, 0, len(asked.States))
	for _, state := range asked.States {
		verdict, err := s.judge(asked, state)
		if err != nil {
			return nil, err
		}
		verdicts = append(verdicts, verdict)
	}
	return verdicts, nil
}

func (s *scheduler) judge(asked *scheduleQuestion, state state) (verdict, error) {
	running := make([]*v1.Pod, 0, len(state.Copies))
	for i, place := range state.Copies {
		running = append(running, copyOf(asked.Pods[place[0]], fmt.Sprint("running-", i), asked.Nodes[place[1]].Name))
	}
	s.lister.Snapshot = schedulercache.NewSnapshot(running, asked.Nodes)
	pod := copyOf(asked.Pods[state.Pod], "arriving", "")
	node, err := s.lister.NodeInfos().Get(asked.Nodes[state.Node].Name)
	if err != nil {
		return verdict{}, err
	}
	nodes, err := s.lister.NodeInfos().List()
	if err != nil {
		return verdict{}, err
	}
	answer := verdict{All: []string{}, Messages: []string{}}
	for _, plugin := range s.plugins {
		status := askOne(plugin, pod, node, nodes)
		if status.Code() == fwk.Error {
			return verdict{}, fmt.Errorf("plugin %s: %w", plugin.Name(), status.AsError())
		}
		if !status.IsSuccess() {
			answer.All = append(answer.All, plugin.Name())
			answer.Messages = append(answer.Messages, status.Message())
		}
	}
	answer.First, err = s.first(pod, node)
	if err == nil && (answer.First == "") != (len(answer.All) == 0) {
		err = fmt.Errorf("the framework says %q, its plugins alone %v", answer.First, answer.All)
	}
	return answer, err
}

func copyOf(pod *v1.Pod, name, node string) *v1.Pod {
	copied := *pod
	copied.Name, copied.UID, copied.Spec.NodeName = name, types.UID(name), node
	return &copied
}

// first asks the framework as the scheduler does (schedule_one.go, findNodesThatFitPod).
func (s *scheduler) first(pod *v1.Pod, node fwk.NodeInfo) (string, error) {
	ctx := context.Background()
	cycle := framework.NewCycleState()
	result, status, deciding := s.framework.RunPreFilterPlugins(ctx, cycle, pod)
	if status.Code() == fwk.Error {
		return "", status.AsError()
	}
	if !status.IsSuccess() {
		return status.Plugin(), nil
	}
	if !result.AllNodes() && !result.NodeNames.Has(node.Node().Name) {
		name, _ := deciding.PopAny()
		return name, nil
	}
	status = s.framework.RunFilterPlugins(ctx, cycle, pod, node)
	if status.IsSuccess() {
		return "", nil
	}
	if status.Code() == fwk.Error {
		return "", status.AsError()
	}
	return status.Plugin(), nil
}

// askOne asks one plugin alone, with a cycle of its own.
func askOne(plugin fwk.Plugin, pod *v1.Pod, node fwk.NodeInfo, nodes []fwk.NodeInfo) *fwk.Status {
	ctx := context.Background()
	cycle := framework.NewCycleState()
	if first, ok := plugin.(fwk.PreFilterPlugin); ok {
		result, status := first.PreFilter(ctx, cycle, pod, nodes)
		if status.IsSkip() {
			return nil
		}
		if !status.IsSuccess() {
			return status
		}
		if !result.AllNodes() && !result.NodeNames.Has(node.Node().Name) {
			return fwk.NewStatus(fwk.UnschedulableAndUnresolvable, "the node is not among those of PreFilter")
		}
	}
	if filter, ok := plugin.(fwk.FilterPlugin); ok {
		return filter.Filter(ctx, cycle, pod, node)
	}
	return nil
}
